import { canonicalJson } from '../../../canonical-json.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { openStatusId } from '../../statuses/default-status-ids.ts'

/** What a merge changes in its target, in independent parts; as stored in JSON. */
export type MergeState = {
  status: { id: number; category: string; snoozed_until: string | null }
  waiting_since: string | null
  preview: { message: string | null; at: string; sender: 'agent' | 'contact' | null }
}

export const stateOf = (c: ConversationRow): MergeState => ({
  status: {
    id: c.status_id,
    category: c.status_category,
    snoozed_until: c.snoozed_until?.toISOString() ?? null,
  },
  waiting_since: c.waiting_since?.toISOString() ?? null,
  preview: {
    message: c.last_message,
    at: c.last_message_at.toISOString(),
    sender: c.last_message_sender,
  },
})

/**
 * The target with another conversation merged into it: open if either is, waiting since the first unanswered message,
 * and with the newest message as its preview.
 */
export function combine(target: MergeState, merged: MergeState): MergeState {
  const opens = merged.status.category === 'open' && target.status.category !== 'open'
  const waits = [target.waiting_since, merged.waiting_since].filter((at) => at !== null)
  return {
    status: opens ? { id: openStatusId, category: 'open', snoozed_until: null } : target.status,
    waiting_since: waits.sort()[0] ?? null,
    preview:
      merged.preview.message !== null && merged.preview.at > target.preview.at
        ? merged.preview
        : target.preview,
  }
}

/** One conversation in a target: the target's state before and after it was merged, and its own. */
export type MergeStep = { before: MergeState; after: MergeState; merged: MergeState }

/**
 * The target without a merge. Later merges are applied again to the state before it. A part that someone or something
 * changed since keeps its current value.
 */
export function withoutStep(
  current: MergeState,
  step: MergeStep,
  later: readonly MergeStep[],
): { state: MergeState; later: MergeStep[] } {
  const rebased = structuredClone([...later])
  const parts = { current, step, later: rebased }
  return {
    state: {
      status: withoutPart('status', parts),
      waiting_since: withoutPart('waiting_since', parts),
      preview: withoutPart('preview', parts),
    },
    later: rebased,
  }
}

function withoutPart<Part extends keyof MergeState>(
  part: Part,
  { current, step, later }: { current: MergeState; step: MergeStep; later: MergeStep[] },
): MergeState[Part] {
  let recorded = step.after[part]
  let value = step.before[part]
  for (const one of later) {
    if (!isSame(one.before[part], recorded)) return current[part]
    recorded = one.after[part]
    one.before[part] = value
    value = combine({ ...current, [part]: value }, one.merged)[part]
    one.after[part] = value
  }
  return isSame(current[part], recorded) ? value : current[part]
}

export const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

/** The columns of the wait and the preview. */
export const columnsOf = ({ waiting_since, preview }: MergeState) => ({
  waiting_since: waiting_since === null ? null : new Date(waiting_since),
  last_message: preview.message,
  last_message_at: new Date(preview.at),
  last_message_sender: preview.sender,
})
