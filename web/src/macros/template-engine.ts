import type { TemplateValues } from '@parley/contract/templates/template-variables'

export type RenderTemplate = (html: string, values: TemplateValues) => string
let ready: RenderTemplate | null = null

/** The engine is large: it loads with an editor or preview, not with the page. Throws when it can't be fetched. */
export async function loadTemplateEngine(): Promise<RenderTemplate> {
  ready ??= (await import('./render-template.ts')).renderTemplate
  return ready
}

/** For previews: rendered if the engine is given and the template is valid, otherwise as written. */
export function renderIfValid(html: string, values: TemplateValues, engine: RenderTemplate | null): string {
  try {
    return engine ? engine(html, values) : html
  } catch {
    return html
  }
}

/** As `renderIfValid`, with the engine if it has loaded by now. */
export const renderIfLoaded = (html: string, values: TemplateValues) => renderIfValid(html, values, ready)
