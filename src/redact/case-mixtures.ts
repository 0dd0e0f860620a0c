/** A word in all mixtures of small and capital letters. */
export function caseMixtures(word: string): string[] {
  return [...word].reduce(
    (made, char) => {
      const both = new Set([char.toLowerCase(), char.toUpperCase()]);
      return [...both].flatMap((each) => made.map((before) => before + each));
    },
    [""],
  );
}
