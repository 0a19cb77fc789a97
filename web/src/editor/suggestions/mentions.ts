import type { UserCompact } from '@parley/contract/agents/agent'
import { mergeAttributes, Node } from '@tiptap/core'
import { fullName, initials } from '../../format/names.ts'
import { type SuggestionItem, type SuggestionStore, suggestionExtension } from './suggestion-extension.ts'

const MAX_RESULTS = 8

/** An agent mentioned in a note. The server reads the mentions from the same attributes. */
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
    label: {
      default: '',
      parseHTML: (element) => (element.textContent ?? '').replace(/^@/, ''),
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-mention-type="agent"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes({ 'data-mention-type': 'agent' }, HTMLAttributes),
    `@${node.attrs.label}`,
  ],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

/** Suggests agents by name after `@`. */
export const mentionSuggestions = (store: SuggestionStore, agents: () => readonly UserCompact[]) =>
  suggestionExtension({
    char: '@',
    name: 'editor.suggestions',
    minLength: 0,
    store,
    search: (query) => searchAgents(agents(), query).map(toSuggestion),
  })

/** Enabled agents whose first or last name starts with the query. */
function searchAgents(all: readonly UserCompact[], query: string): readonly UserCompact[] {
  const needle = query.toLowerCase()
  return all
    .filter((agent) => agent.enabled)
    .filter((agent) =>
      [fullName(agent), agent.last_name].some((name) => name.toLowerCase().startsWith(needle)),
    )
    .sort((a, b) => fullName(a).localeCompare(fullName(b)))
    .slice(0, MAX_RESULTS)
}

const toSuggestion = (agent: UserCompact): SuggestionItem => ({
  id: String(agent.id),
  icon: initials(agent),
  person: { avatar_url: agent.avatar_url },
  label: fullName(agent),
  insert: (editor, range) =>
    editor
      .chain()
      .focus()
      .insertContentAt(range, [
        { type: 'mention', attrs: { id: agent.id, label: fullName(agent) } },
        { type: 'text', text: ' ' },
      ])
      .run(),
})
