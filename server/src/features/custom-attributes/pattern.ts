import { RE2JS, RE2JSException } from 're2js'
import { invalid } from '../../http/errors.ts'

/**
 * Patterns come from administrators and run on any agent's input, and the built-in engine can take forever on some of
 * them ("(a+)+$"). RE2 takes time in proportion to program × text. Both are bounded here: 2,000 instructions on 1,000
 * characters took 12 ms at worst.
 */
const maxProgramSize = 2000
export const maxMatchedLength = 1000

/** Whether the pattern matches somewhere in the text, as in other clients. To match the whole text, use ^ and $. */
export const matchesPattern = (regex: string, text: string): boolean =>
  RE2JS.compile(regex).matcher(text).find()

/** Refuses an invalid or too expensive pattern, with the reason. */
export function assertValidPattern(regex: string): void {
  if (regex === '') return
  const size = getProgramSize(regex)
  if (size > maxProgramSize)
    throw invalid('regex', 'This pattern is too large. Use smaller counts in its repetitions')
}

function getProgramSize(regex: string): number {
  try {
    return RE2JS.compile(regex).programSize()
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const reason = error.message.replace(/^error parsing regexp: /, '')
    throw invalid(
      'regex',
      `This pattern can’t be used: ${reason}. Look-around and back-references aren’t supported`,
    )
  }
}
