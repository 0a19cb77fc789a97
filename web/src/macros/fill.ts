import {
  liquidOptions,
  liquidSource,
  liquidTags,
  type TemplateValues,
  templateScope,
  unsafeLiquidFilters,
} from '@parley/contract/template-variables'
import { Liquid } from 'liquidjs'

const engine = new Liquid(liquidOptions)
for (const tag of Object.keys(engine.tags)) if (!liquidTags.has(tag)) delete engine.tags[tag]
for (const filter of unsafeLiquidFilters) delete engine.filters[filter]

/** The macro's text with its variables filled in: values escaped as HTML, unknown ones empty. Throws when the template is broken or without end. */
export const fillTemplate = (html: string, values: TemplateValues): string =>
  engine.parseAndRenderSync(liquidSource(html), templateScope(values))
