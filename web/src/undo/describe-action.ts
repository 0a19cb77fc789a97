import type { ActionDescription } from '@parley/contract/undo/undo'
import type { TFunction } from 'i18next'
import { fullDateTime } from '../format/date-time.tsx'
import { readerLocale } from '../format/locale.ts'

/** What an action did, as a short sentence: "Resolved", "3 conversations assigned to Ana". */
export function describeAction(
  { kind, what, count }: ActionDescription & { count: number },
  t: TFunction,
): string {
  const values = Object.fromEntries(
    Object.entries(what).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
  if (what.until) values.until = fullDateTime(String(what.until), readerLocale())
  const key = `undo.done.${kind === 'status' ? statusKind(what.status) : kind}`
  // A newer server may know more kinds.
  return t([key, 'undo.done.change'], { ...values, count })
}

/** The built-in statuses have verbs of their own. */
const statusKind = (status: ActionDescription['what'][string] | undefined) =>
  status === 'Resolved' ? 'resolved' : status === 'Open' ? 'reopened' : 'status'
