# Declarations of src_c, a file per header.
