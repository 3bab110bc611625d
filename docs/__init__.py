"""The site: its pages, and what makes those that follow from the sources.

``python -m docs [--out DIR] [--language en|zh]`` builds it. Nothing is fetched, and no
page loads anything from outside.
"""
