/** Whether every typed word occurs in the label or the keywords, whatever its case and accents. */
export function matches(item: { label: string; keywords?: string }, typed: string): boolean {
  const hay = `${plain(item.label)} ${plain(item.keywords ?? '')}`
  return plain(typed)
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
