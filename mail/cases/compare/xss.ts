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
 * Sanitises (and folds, as the product does), parses the result as a browser does, checks every rule on the tree;
 * then serialises that tree, parses it again and checks once more, for markup that changes when it is re-read.
 */
export const compare: Compare = async (mailCase, folder) => {
  const expect = mailCase.expect as Expect // the manifest's own format, see README of the set
  const source = await readFile(join(folder, mailCase.file ?? ''), 'utf8')
  const { html } = sanitiseHtml(source, {
    cid: (id) => `/uploads/${encodeURIComponent(id)}`,
    remote: proxyUrl,
  })
  const folded = foldQuotes(html).html

  const reasons: string[] = []
  for (const output of [html, folded]) {
    const once = parseFragment(output)
    const again = parseFragment(serialise(once))
    // The email rules hold for every mail that we show outside a frame, whatever the case asks for.
    for (const tree of [once, again])
      reasons.push(...findViolations(tree, ['core', 'email', ...expect.rules]))
    const text = collapseWhitespace(textOf(again))
    for (const needed of expect.textMustSurvive ?? []) {
      if (!text.includes(collapseWhitespace(needed))) reasons.push(`text is gone: ${needed.slice(0, 80)}`)
    }
    for (const selector of expect.selectorsMustMatch ?? []) {
      if (!matchesSelector(selector, again)) reasons.push(`nothing matches ${selector}`)
    }
    for (const banned of expect.mustNotContain ?? []) {
      if (output.includes(banned)) reasons.push(`still there: ${banned.slice(0, 80)}`)
    }
  }
  return { ok: reasons.length === 0, reasons: [...new Set(reasons)] }
}

function proxyUrl(url: string): string {
  return `/api/v1/image-proxy?url=${encodeURIComponent(url)}`
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
