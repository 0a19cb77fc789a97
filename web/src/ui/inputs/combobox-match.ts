/** Whether every typed word occurs in the label or keywords, ignoring case and accents. */
export function matchesWords(item: { label: string; keywords?: string }, typed: string): boolean {
  const haystack = `${normalize(item.label)} ${normalize(item.keywords ?? '')}`
  return normalize(typed)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
