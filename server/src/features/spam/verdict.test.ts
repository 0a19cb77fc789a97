import { expect, test } from 'vitest'
import { type Verdict, type VerdictEvent, verdictOf } from './verdict.ts'

const spam = { type: 'conversation.marked_spam' }
const notSpam = { type: 'conversation.marked_not_spam', was_spam: true }
const restored = { type: 'conversation.restored', was_spam: true }
const takenBack = { type: 'conversation.not_spam_taken_back' }

/** Each event is an action of its own, called by its index. */
const decide = (...events: Partial<VerdictEvent>[]): Verdict | null =>
  verdictOf(
    events.map((event, n) => ({
      ...{ type: '', action: String(n), by_agent: true, undoes: null, was_spam: false },
      ...event,
    })),
  )

test.each<[string, Partial<VerdictEvent>[], Verdict | null]>([
  ['nothing', [], null],
  ['spam', [spam], 'spam'],
  ['not spam', [notSpam], 'not_spam'],
  ['the latest decision', [spam, notSpam], 'not_spam'],
  ['the latest decision of many', [spam, notSpam, spam], 'spam'],
  ['spam that was restored', [spam, restored], null],
  ['a deleted conversation that was restored', [notSpam, { ...restored, was_spam: false }], 'not_spam'],
  ['a deleted conversation', [notSpam, { type: 'conversation.trashed' }], 'not_spam'],
  ['what the filter or a rule moved', [{ ...spam, by_agent: false }], null],
  ['not spam, then a rule', [notSpam, { ...spam, by_agent: false }], 'not_spam'],
  ['spam undone', [spam, { ...restored, undoes: '0' }], null],
  ['spam undone and redone', [spam, { ...restored, undoes: '0' }, { ...spam, undoes: '1' }], 'spam'],
  [
    'undone, redone, undone',
    [spam, { ...restored, undoes: '0' }, { ...spam, undoes: '1' }, { ...restored, undoes: '2' }],
    null,
  ],
  ['not spam undone', [notSpam, { ...takenBack, undoes: '0' }], null],
  ['one of two decisions undone', [notSpam, notSpam, { ...takenBack, undoes: '0' }], 'not_spam'],
  ['spam, not spam undone', [spam, notSpam, { ...spam, undoes: '1' }], 'spam'],
  ['restoring undone', [spam, restored, { ...spam, undoes: '1' }], 'spam'],
  ['spam of a deleted one undone', [spam, { type: 'conversation.trashed', undoes: '0' }], null],
])('%s', (_, events, expected) => {
  expect(decide(...events)).toBe(expected)
})
