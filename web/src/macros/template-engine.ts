import type { TemplateValues } from '@parley/contract/templates/template-variables'

type RenderTemplate = (html: string, values: TemplateValues) => string
let ready: RenderTemplate | null = null

/** The engine is large: it loads with an editor or preview, not with the page. Throws when it can't be fetched. */
export async function loadTemplateEngine(): Promise<RenderTemplate> {
  ready ??= (await import('./render-template.ts')).renderTemplate
  return ready
}

/** For previews: rendered if the engine has loaded and the template is valid, otherwise as written. */
export function renderIfLoaded(html: string, values: TemplateValues): string {
  try {
    return ready ? ready(html, values) : html
  } catch {
    return html
  }
}
