import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseMail } from '@parley/mail/parse/parse-mail'
import { splitReply } from '@parley/mail/quotes/split-reply'
import type { Compare } from '../comparison.ts'

type Expect = {
  mustContain?: string[]
  mustContainAny?: string[]
  mustNotContain?: string[]
  visibleText?: string
  alternatives?: string[]
  forward?: boolean
  maxMillis?: number
}

/**
 * The gate is lenient: ignoring whitespace, the visible text contains every `mustContain`, one of `mustContainAny`
 * and no `mustNotContain`, within `maxMillis`. The `strict` metric requires the exact text or an alternative.
 */
export const compare: Compare = async (mailCase, folder) => {
  const expect = mailCase.expect as Expect // the manifest's format, see the README of the data set
  const body = await readBody(join(folder, mailCase.file ?? ''))
  // Warm up first: the limit guards against backtracking, not module loading.
  splitReply({ text: 'warm', html: null })
  const started = performance.now()
  const split = splitReply(body)
  const millis = performance.now() - started

  const visible = removeWhitespace(split.visible_text)
  const contains = (text: string) => visible.includes(removeWhitespace(text))
  const reasons = [
    ...(expect.mustContain ?? []).filter((text) => !contains(text)).map((text) => `hidden: ${preview(text)}`),
    ...(expect.mustNotContain ?? []).filter(contains).map((text) => `still shown: ${preview(text)}`),
  ]
  const any = expect.mustContainAny
  if (any && !any.some(contains)) reasons.push(`hidden: all of ${any.map(preview).join(' / ')}`)
  if (expect.forward !== undefined && expect.forward && hasLostText(body, split))
    reasons.push('a forwarded text was lost')
  if (expect.maxMillis !== undefined && millis > expect.maxMillis) {
    reasons.push(`took ${Math.round(millis)} ms, the limit is ${expect.maxMillis} ms`)
  }
  if (expect.visibleText === undefined) return { ok: reasons.length === 0, reasons }
  const accepted = [expect.visibleText, ...(expect.alternatives ?? [])].map(removeWhitespace)
  return { ok: reasons.length === 0, reasons, metrics: { strict: accepted.includes(visible) } }
}

async function readBody(file: string): Promise<{ text: string; html: string | null }> {
  const raw = await readFile(file)
  if (file.endsWith('.eml')) {
    const { text, html } = await parseMail(raw)
    return { text, html }
  }
  const body = raw.toString('utf8')
  return file.endsWith('.html') ? { text: '', html: body } : { text: body, html: null }
}

/** A forwarded text may be shown or folded, as long as no word is lost. */
function hasLostText(
  body: { text: string; html: string | null },
  split: ReturnType<typeof splitReply>,
): boolean {
  if (body.html !== null) return false
  const kept = removeWhitespace([split.visible_text, split.signature_text, split.quoted_text].join(''))
  return kept.length !== removeWhitespace(body.text).length
}

function removeWhitespace(text: string): string {
  return text.replace(/[\s\u200b\ufeff]+/g, '')
}

function preview(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
