import type { AiStreamEvent } from '@parley/contract/ai-completions'
import { cleanNow } from '../../authored-html/clean.ts'
import { citedIn, dropInvalid, withoutCitations } from './cite.ts'
import type { Prepared } from './tasks.ts'

/** What is told once a model has said all: what its words rest on, and the words themselves, checked. */
export function finish(prepared: Prepared, said: string, truncated: boolean): AiStreamEvent[] {
  const { task, blocks } = prepared
  const text = dropInvalid(said.trim(), blocks)
  const done = (final: string, html: string | null = null): AiStreamEvent => ({
    event: 'done',
    data: { text: final, html, truncated },
  })
  switch (task) {
    case 'prompt':
      return [done(said.trim())]
    case 'translate':
      return [{ event: 'citations', data: { citations: prepared.citations } }, done(said.trim())]
    case 'summarise':
      return [{ event: 'citations', data: { citations: citedIn(text, blocks) } }, done(text)]
    case 'draft_reply':
      return [
        { event: 'citations', data: { citations: citedIn(text, blocks) } },
        done(withoutCitations(text), asHtml(withoutCitations(text))),
      ]
    case 'suggest_tags':
      return [
        { event: 'citations', data: { citations: citedIn(text, blocks) } },
        { event: 'tags', data: { tags: tagsIn(text, prepared) } },
        done(text),
      ]
  }
}

/** Existing tags alone, whatever was said, each once and five at most. */
function tagsIn(text: string, { tags }: Prepared): { id: number; name: string }[] {
  const named = withoutCitations(text)
    .split('\n')
    .map((line) => line.replace(/^[\s\-*•"]+|["\s.,]+$/g, '').toLowerCase())
  return [...new Set(named)].flatMap((name) => tags.get(name) ?? []).slice(0, 5)
}

/** What a model says is text: an element in it is shown, not made. */
function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const paragraphs = escaped
    .split(/\n[ \t]*\n/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
  return cleanNow({ html: paragraphs.join(''), mentions: false }).content
}
