import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldQuotes } from '@parley/mail/quotes/fold-quotes'
import { sanitiseHtml } from '@parley/mail/sanitise/sanitise-html'
import type { Compare } from '../comparison.ts'
import { findViolations, matchesSelector, parseFragment, serialise, textOf } from './xss-rules.ts'

type Expect = {
  rules: string[]
  textMustSurvive?: string[]
  selectorsMustMatch?: string[]
  mustNotContain?: string[]
}

/**
 * Sanitises and folds as the product does, parses the result as a browser does and checks every rule on the tree.
 * Then serialises and parses again and repeats the checks, to catch markup that changes when re-read.
 */
export const compare: Compare = async (mailCase, folder) => {
  const expect = mailCase.expect as Expect // the manifest's format, see the README of the data set
  const source = await readFile(join(folder, mailCase.file ?? ''), 'utf8')
  const { html } = sanitiseHtml(source, {
    cid: (id) => `/uploads/${encodeURIComponent(id)}`,
    remote: proxyUrl,
  })
  const folded = foldQuotes(html).html

  const reasons: string[] = []
  for (const output of [html, folded]) {
    const parsedOnce = parseFragment(output)
    const parsedTwice = parseFragment(serialise(parsedOnce))
    // The email rules apply to every mail shown outside a frame, whatever the case lists.
    for (const tree of [parsedOnce, parsedTwice])
      reasons.push(...findViolations(tree, ['core', 'email', ...expect.rules]))
    const text = collapseWhitespace(textOf(parsedTwice))
    const { textMustSurvive = [], selectorsMustMatch = [], mustNotContain = [] } = expect
    const lostTexts = textMustSurvive.filter((required) => !text.includes(collapseWhitespace(required)))
    const unmatched = selectorsMustMatch.filter((selector) => !matchesSelector(selector, parsedTwice))
    const survivors = mustNotContain.filter((forbidden) => output.includes(forbidden))
    reasons.push(
      ...lostTexts.map((required) => `text is gone: ${required.slice(0, 80)}`),
      ...unmatched.map((selector) => `nothing matches ${selector}`),
      ...survivors.map((forbidden) => `still there: ${forbidden.slice(0, 80)}`),
    )
  }
  return { ok: reasons.length === 0, reasons: [...new Set(reasons)] }
}

function proxyUrl(url: string): string {
  return `/api/v1/image-proxy?url=${encodeURIComponent(url)}`
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
