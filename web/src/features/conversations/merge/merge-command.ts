import type { Agent } from '@parley/contract/agents/agent'
import { Merge } from 'lucide-react'
import type { Command } from '../../../commands/command.ts'
import { startBuffering } from '../../../commands/keystroke-buffer/text-buffer.ts'
import { isMergeRequested, type MergeCandidate, requestMerge } from '../../../lib/merge-request.ts'
import { may } from '../../../session/permissions.ts'

/** Merging the open conversation into another one, or the selected ones into one of them. */
export const mergeCommand = (
  rows: readonly MergeCandidate[],
  me: Pick<Agent, 'permissions'>,
  group: string,
): Command => ({
  id: 'conversation.merge',
  label: 'command.merge',
  group,
  keys: 'shift+m',
  icon: Merge,
  when: () => rows.length > 0 && may(me, 'conversations:merge'),
  run: () => {
    // Buffer keystrokes for the search, which several rows don't have, so that they don't trigger shortcuts.
    if (rows.length === 1 && !isMergeRequested()) startBuffering(performance.now())
    requestMerge(rows)
  },
})
