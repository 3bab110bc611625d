/* How pages are ranked: by how much of what is asked they are about.

A word counts for more the fewer pages have it, and for three times as much in a page's
headings and entries of the index as in its text. Not every word need be in a page: who
asks a question uses words of their own. A page is shown once, at its best place. */

const ABOUT = 3; // a word of a heading or an entry, where one of the text is 1
const PART = 0.4; // a longer word that has the one that is asked for in it
const LISTS = 0.5; // a page that names everything is about nothing
const MOST = 50; // so many pages are shown: the text of each is fetched
const LISTING = /^(functions|terms|glossary|changelog|benchmarks.*|.*\/?index)$/;

/** Return the files that have each word, by the word. */
const entryWords = () => {
  const stemmer = new Stemmer();
  const found = new Map();
  for (const [entry, places] of Object.entries(Search._index.indexentries)) {
    const files = places.filter((one) => one[2]).map((one) => one[0]);
    for (const word of splitQuery(entry.toLowerCase())) {
      const stem = stemmer.stemWord(word);
      if (!found.has(stem)) found.set(stem, new Set());
      files.forEach((file) => found.get(stem).add(file));
    }
  }
  return found;
};

const listed = (files) => (files === undefined ? [] : [files].flat());
const own = (words, word) => (Object.hasOwn(words, word) ? listed(words[word]) : []);

/** Return how much a word counts in each file. */
const weights = (word) => {
  const { terms, titleterms } = Search._index;
  Search._entryWords ??= entryWords();
  const found = new Map();
  const add = (files, weight) =>
    files.forEach((file) => {
      if (weight > (found.get(file) ?? 0)) found.set(file, weight);
    });
  add(own(terms, word), 1);
  add(own(titleterms, word), ABOUT);
  add([...(Search._entryWords.get(word) ?? [])], ABOUT);
  if (found.size === 0 && word.length > 2) {
    for (const [words, weight] of [[terms, PART], [titleterms, ABOUT * PART]]) {
      for (const [other, files] of Object.entries(words)) {
        if (other.includes(word)) add(listed(files), weight);
      }
    }
  }
  return found;
};

Search.performTermsSearch = (searchTerms, excludedTerms) => {
  const { docnames, titles, filenames, terms, titleterms } = Search._index;
  const scores = new Map();
  let most = 0;
  for (const word of searchTerms) {
    const found = weights(word);
    if (found.size === 0) continue;
    const rare = Math.log(1 + docnames.length / found.size);
    most += ABOUT * rare;
    found.forEach((weight, file) =>
      scores.set(file, (scores.get(file) ?? 0) + weight * rare),
    );
  }
  for (const word of excludedTerms) {
    [...own(terms, word), ...own(titleterms, word)].forEach((one) => scores.delete(one));
  }
  const found = [...scores].map(([file, score]) => {
    const weight = LISTING.test(docnames[file]) ? LISTS : 1;
    const share = Math.round((100 * weight * score) / most);
    return [docnames[file], titles[file], "", null, share, filenames[file], "text"];
  });
  // A page with a title that is asked for is not found a second time by its words.
  Search._shares = new Map(found.map((one) => [one[0], one[4]]));
  return found;
};

Scorer.title = 100; // what is asked is a heading, as it is an entry

/** Return how well a heading, an entry or a name is what is asked. */
const matched = ([, title, anchor, , score, , kind]) => {
  if (kind !== "title" || !anchor) return score;
  // A heading that many pages have is what none of them is about.
  const heading = title.slice(title.indexOf(" > ") + 3);
  return score / (Search._index.alltitles[heading] ?? [heading]).length;
};

const performSearch = Search._performSearch;
Search._performSearch = (...query) => {
  const pages = new Map();
  for (const one of performSearch(...query)) {
    const words = Search._shares.get(one[0]) ?? 0;
    const page = pages.get(one[0]) ?? { words, match: 0, shown: one };
    const match = one[6] === "text" ? 0 : Math.round(matched(one));
    if (match > page.match) Object.assign(page, { match, shown: one });
    pages.set(one[0], page);
  }
  const ranked = [...pages.values()].map(({ words, match, shown }) => {
    const result = [...shown];
    result[4] = words + match;
    return result;
  });
  // The best one is the last.
  return ranked.sort(_orderResultsByScoreThenName).slice(-MOST);
};
