const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters that may be part of a longer grapheme, such as combining marks and emoji. Latin text has none. */
const mayCombine = /[\u0300-\u200f\u2028-\uffff]|\r/

/** The first `count` characters as readers count them: a family emoji is one, although it is seven in a string. */
export function firstGraphemes(text: string, count: number): string {
  if (text.length <= count) return text
  // A hundred times as fast as segmenting. The character after the last one could combine with it.
  if (!mayCombine.test(text.slice(0, count + 1))) return text.slice(0, count)
  let counted = 0
  for (const { index } of segmenter.segment(text.slice(0, count * 16))) {
    if (counted === count) return text.slice(0, index)
    counted += 1
  }
  return text
}
