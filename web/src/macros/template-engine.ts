import type { TemplateValues } from '@parley/contract/templates/template-variables'

type RenderTemplate = (html: string, values: TemplateValues) => string
let ready: RenderTemplate | null = null

/** The engine is not small: it comes when an editor or a preview is there, not with the page. Throws when it cannot be fetched. */
export async function loadTemplateEngine(): Promise<RenderTemplate> {
  ready ??= (await import('./render-template.ts')).renderTemplate
  return ready
}

/** For showing: filled in when the engine is there and the template whole, else as it was written. */
export function renderIfLoaded(html: string, values: TemplateValues): string {
  try {
    return ready ? ready(html, values) : html
  } catch {
    return html
  }
}
