const words = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** 3 for "3" and "three", 1 for "a", 0.5 for "half an". */
export function readCount(text: string): number {
  if (text.startsWith('half')) return 0.5
  if (text === 'a' || text === 'an') return 1
  const index = words.indexOf(text)
  return index >= 0 ? index + 1 : Number(text.replace(',', '.'))
}
