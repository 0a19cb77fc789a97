import {
  liquidOptions,
  liquidSource,
  liquidTags,
  type TemplateValues,
  templateScope,
  unsafeLiquidFilters,
} from '@parley/contract/template-variables'
import { Liquid } from 'liquidjs'

const { outputEscape: _none, ...unescaped } = liquidOptions
const engine = new Liquid(liquidOptions)
const text = new Liquid(unescaped)
for (const one of [engine, text]) {
  for (const tag of Object.keys(one.tags)) if (!liquidTags.has(tag)) delete one.tags[tag]
  for (const filter of unsafeLiquidFilters) delete one.filters[filter]
}

/** The macro's text with its variables filled in: values escaped as HTML, unknown ones empty. Throws when the template is broken or without end. */
export const fillTemplate = (html: string, values: TemplateValues): string =>
  engine.parseAndRenderSync(liquidSource(html), templateScope(values))

/** The same for a plain text: nothing is escaped, so never for HTML. */
export const fillText = (template: string, values: TemplateValues): string =>
  text.parseAndRenderSync(liquidSource(template), templateScope(values))
