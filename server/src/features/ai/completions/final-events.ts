import type { AiStreamEvent } from '@parley/contract/ai/ai-completions'
import { escapeHtml } from '@parley/mail/html/escape-html'
import { cleanWithoutLimits } from '../../../authored-html/clean-authored.ts'
import { citationsIn, dropInvalidCitations, withoutCitations } from './citations.ts'
import type { PreparedTask } from './prepare-task.ts'

/** The events sent after the model has finished: citations and the validated text. */
export function finalEvents(prepared: PreparedTask, answer: string, truncated: boolean): AiStreamEvent[] {
  const { task, blocks } = prepared
  const text = dropInvalidCitations(answer.trim(), blocks)
  const done = (final: string, html: string | null = null): AiStreamEvent => ({
    event: 'done',
    data: { text: final, html, truncated },
  })
  switch (task) {
    case 'prompt':
      return [done(answer.trim())]
    case 'translate':
      return [{ event: 'citations', data: { citations: prepared.citations } }, done(answer.trim())]
    case 'summarise':
      return [{ event: 'citations', data: { citations: citationsIn(text, blocks) } }, done(text)]
    case 'draft_reply':
      return [
        { event: 'citations', data: { citations: citationsIn(text, blocks) } },
        done(withoutCitations(text), toHtml(withoutCitations(text))),
      ]
    case 'suggest_tags':
      return [
        { event: 'citations', data: { citations: citationsIn(text, blocks) } },
        { event: 'tags', data: { tags: knownTagsIn(text, prepared) } },
        done(text),
      ]
  }
}

/** Up to five of the existing tags that the answer names, each once. */
function knownTagsIn(text: string, { tags }: PreparedTask): { id: number; name: string }[] {
  const names = withoutCitations(text)
    .split('\n')
    .map((line) => line.replace(/^[\s\-*•"]+|["\s.,]+$/g, '').toLowerCase())
  return [...new Set(names)].flatMap((name) => tags.get(name) ?? []).slice(0, 5)
}

/** Model output is text: markup in it is escaped, not rendered. */
function toHtml(text: string): string {
  const paragraphs = escapeHtml(text)
    .split(/\n[ \t]*\n/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
  return cleanWithoutLimits({ html: paragraphs.join(''), mentions: false }).content
}
