import { ApiError } from '../api/api-error.ts'
import { versionOf } from '../api/call.ts'
import { EditConflict, mergeEdits } from './merge-edits.ts'

type Fields = Readonly<Record<string, unknown>>

/** More collisions in a row don't happen in practice. */
const MAX_ATTEMPTS = 5

/**
 * Merges local changes into the latest saved version and saves. Retries when someone else saves between the read and
 * the write. Throws EditConflict when both sides changed the same field.
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
  /** Names of the fields that were edited locally. */
  changed: readonly string[]
  /** Saved values at the time of the edits. */
  seen: Fields
  current: () => Promise<Entity>
  fieldsOf: (entity: Entity) => Values
  /** Must refuse any version other than `if_match`. */
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
