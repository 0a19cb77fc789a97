import type { TemplateValues } from '@parley/contract/template-variables'

type Fill = (html: string, values: TemplateValues) => string
let ready: Fill | null = null

/** The engine is not small: it comes when an editor or a preview is there, not with the page. Throws when it cannot be fetched. */
export async function loadFilling(): Promise<Fill> {
  ready ??= (await import('./fill.ts')).fillTemplate
  return ready
}

/** For showing: filled in when the engine is there and the template whole, else as it was written. */
export function filledIfReady(html: string, values: TemplateValues): string {
  try {
    return ready ? ready(html, values) : html
  } catch {
    return html
  }
}
