import { ApiError } from '../../api/api-error.ts'
import { versionOf } from '../../api/call.ts'
import { EditConflict, mergeEdits } from './merge-edits.ts'

type Fields = Readonly<Record<string, unknown>>

/** More often in a row nobody is quicker. */
const MAX_ATTEMPTS = 5

/**
 * Saves what was changed here over what is saved by now, which is read first and again when somebody else saves between reading and saving.
 * Throws Clash when both changed one field.
 */
export async function saveMerged<Entity extends object, Values extends Fields, Saved>({
  mine,
  changed,
  seen,
  current,
  fieldsOf,
  save,
}: {
  mine: Values
  /** The fields that were changed here. */
  changed: readonly string[]
  /** What was saved when they were. */
  seen: Fields
  current: () => Promise<Entity>
  fieldsOf: (entity: Entity) => Values
  /** Is to refuse any other version than `if_match`. */
  save: (merged: Values, entity: Entity, if_match: string | undefined) => Promise<Saved>
}): Promise<{ saved: Saved; sent: Values }> {
  for (let attempt = 1; ; attempt++) {
    const entity = await current()
    const remote = fieldsOf(entity)
    const { merged, conflicts } = mergeEdits({ local: mine, changedFields: changed, base: seen, remote })
    if (conflicts.length > 0) throw new EditConflict(conflicts, remote)
    try {
      return { saved: await save(merged, entity, versionOf(entity)), sent: merged }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
