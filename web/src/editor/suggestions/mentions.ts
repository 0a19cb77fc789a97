import type { UserCompact } from '@parley/contract/agents/agent'
import type { MentionAccess } from '@parley/contract/conversations/followers'
import type { TeamCompact } from '@parley/contract/teams/team-compact'
import { mergeAttributes, Node } from '@tiptap/core'
import { UsersRound } from 'lucide-react'
import { fullName, initials } from '../../format/names.ts'
import { type SuggestionItem, type SuggestionStore, suggestionExtension } from './suggestion-extension.ts'

const MAX_RESULTS = 8
const MAX_TEAMS = 3

/** An agent or a team mentioned in a note. The server reads the mentions from the same attributes. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-mention-id'),
      renderHTML: ({ id }) => ({ 'data-mention-id': id }),
    },
    type: {
      default: 'agent',
      parseHTML: (element) => element.getAttribute('data-mention-type'),
      renderHTML: ({ type }) => ({ 'data-mention-type': type }),
    },
    label: {
      default: '',
      parseHTML: (element) => (element.textContent ?? '').replace(/^@/, ''),
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-mention-type="agent"]' }, { tag: 'span[data-mention-type="team"]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), `@${node.attrs.label}`],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

/** Who can be mentioned. `without_access` would not be notified; undefined while it is loading. */
export type MentionSource = {
  agents: readonly UserCompact[]
  teams: readonly TeamCompact[]
  without_access: MentionAccess | undefined
  /** Below the name of those without access. */
  no_access_text: string
}

/** Suggests agents and teams by name after `@`. */
export const mentionSuggestions = (store: SuggestionStore, source: () => MentionSource) =>
  suggestionExtension({
    char: '@',
    name: 'editor.suggestions',
    minLength: 0,
    store,
    search: (query) => searchMentions(source(), query),
  })

/** Enabled agents whose first or last name starts with the query, then teams with such a word in their name. */
function searchMentions(source: MentionSource, query: string): SuggestionItem[] {
  const needle = query.toLowerCase()
  const agents = source.agents
    .filter((agent) => agent.enabled)
    .filter((agent) =>
      [fullName(agent), agent.last_name].some((name) => name.toLowerCase().startsWith(needle)),
    )
    .toSorted((a, b) => fullName(a).localeCompare(fullName(b)))
    .map((agent) => ({
      ...mentionOf('agent', { id: agent.id, label: fullName(agent) }, source),
      icon: initials(agent),
      person: { avatar_url: agent.avatar_url },
    }))
  const teams = source.teams
    .filter(({ name }) => [name, ...name.split(/\s+/)].some((word) => word.toLowerCase().startsWith(needle)))
    .map((team) => ({
      ...mentionOf('team', { id: team.id, label: team.name }, source),
      icon: team.emoji || UsersRound,
    }))
  // Teams are few, and would be hidden by many agents.
  const shownTeams = teams.slice(0, MAX_TEAMS)
  return [...agents.slice(0, MAX_RESULTS - shownTeams.length), ...shownTeams]
}

function mentionOf(
  type: 'agent' | 'team',
  { id, label }: { id: number; label: string },
  { without_access, no_access_text }: MentionSource,
): Omit<SuggestionItem, 'icon'> {
  const isReached = !without_access?.[type === 'agent' ? 'agent_ids' : 'team_ids'].includes(id)
  return {
    id: `${type} ${id}`,
    label,
    ...(!isReached && { lines: [{ text: no_access_text, strong: false }] }),
    insert: (editor, range) =>
      editor
        .chain()
        .focus()
        .insertContentAt(range, [
          { type: 'mention', attrs: { id, type, label } },
          { type: 'text', text: ' ' },
        ])
        .run(),
  }
}
