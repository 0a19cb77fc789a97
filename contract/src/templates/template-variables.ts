import { defaultBrandColor, readableOn } from './template-colors.ts'

/** The variables of templates (docs/spec/wire.md#templates). Unknown ones are omitted and render as empty. */
export type TemplateValues = {
  conversation?: {
    reference_number?: string
    subject?: string | null
    priority?: string | null
    uuid?: string
  }
  contact?: TemplatePerson
  /** The recipient, if not the contact. */
  recipient?: TemplatePerson
  author?: TemplatePerson & { signature?: string }
  workspace?: { site_name?: string; root_url?: string; logo_url?: string; favicon_url?: string }
  inbox?: { name?: string; email?: string }
  /** The inbox's own values; the workspace's are used for those that are empty. */
  brand?: { name?: string; logo?: string; color?: string; footer?: string }
  /** In notifications about SLA targets. */
  sla?: { metric?: string; due_in?: string; overdue_by?: string }
  /** In notifications about an answered survey. `has_comment` is "yes" or empty. */
  csat?: { rating?: string; has_comment?: string }
  /** In notifications about several conversations: the first of them, the total, and the number not listed ("" for none). */
  conversations?: ListedConversation[]
  count?: string
  more?: string
  /** In the daily digest. Each list holds the first items of its count. */
  digest?: {
    open_count?: string
    open?: ListedConversation[]
    due_count?: string
    due?: ListedConversation[]
    unassigned_count?: string
    unassigned?: ListedConversation[]
    rated_count?: string
    rating?: string
  }
  /** In alerts about the system. The advice is empty if the alert is resolved. */
  alert?: { subject?: string; items?: { label: string; title: string; message: string; advice: string }[] }
  /** In security notifications: what changed, as a sentence without a full stop. */
  change?: string
  /** The link of a notification, and how long it is valid if it expires. */
  link?: string
  /** The button of an email whose link signs someone in; otherwise empty. */
  button?: string
  valid_for?: string
  /** Today's date, formatted. */
  date?: string
}
export type TemplatePerson = { first_name?: string; last_name?: string; email?: string | null }

/** A conversation in a list. Waiting time and due time are formatted, and empty if they do not apply. */
export type ListedConversation = {
  reference_number: string
  subject: string
  contact: string
  link: string
  waiting: string
  due: string
}

type TemplateScope = { [name: string]: string | TemplateScope | TemplateScope[] }

/** The variables of a Liquid template in both spellings: `{{ Contact.FirstName }}` and `{{ contact.first_name }}` (docs/spec/product-decisions.md#template-language). */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one default per variable, no branches
export function templateScope(values: TemplateValues): TemplateScope {
  const {
    conversation = {},
    contact = {},
    recipient = contact,
    author = {},
    workspace = {},
    sla = {},
    csat = {},
    digest = {},
    alert = {},
  } = values
  return withPascalCaseAliases({
    conversation: {
      reference_number: conversation.reference_number ?? '',
      subject: conversation.subject ?? '',
      priority: conversation.priority ?? '',
      uuid: conversation.uuid ?? '',
    },
    contact: personScope(contact),
    recipient: personScope(recipient),
    author: agentScope(author),
    agent: agentScope(author),
    site_name: workspace.site_name ?? '',
    root_url: workspace.root_url ?? '',
    logo_url: absoluteUrl(workspace.logo_url, workspace.root_url),
    favicon_url: absoluteUrl(workspace.favicon_url, workspace.root_url),
    inbox: { name: values.inbox?.name ?? '', email: values.inbox?.email ?? '' },
    brand: brandScope(values),
    sla: { metric: sla.metric ?? '', due_in: sla.due_in ?? '', overdue_by: sla.overdue_by ?? '' },
    csat: { rating: csat.rating ?? '', has_comment: csat.has_comment ?? '' },
    conversations: values.conversations ?? [],
    count: values.count ?? '',
    more: values.more ?? '',
    digest: {
      open_count: digest.open_count ?? '0',
      open: digest.open ?? [],
      due_count: digest.due_count ?? '0',
      due: digest.due ?? [],
      unassigned_count: digest.unassigned_count ?? '0',
      unassigned: digest.unassigned ?? [],
      rated_count: digest.rated_count ?? '0',
      rating: digest.rating ?? '',
    },
    alert: { subject: alert.subject ?? '', items: alert.items ?? [] },
    change: values.change ?? '',
    link: values.link ?? '',
    button: values.button ?? '',
    valid_for: values.valid_for ?? '',
    date: values.date ?? '',
  })
}

// Email clients cannot resolve relative URLs.
const absoluteUrl = (address = '', root_url = '') =>
  address.startsWith('/') ? `${root_url}${address}` : address

/** Tells the brand's logo from other uses of the same picture: only the logo is embedded in emails. */
const brandLogoMark = '#brand'

/** What `{{ brand.logo }}` is replaced by; empty if there is no logo. */
export function brandLogoUrl({ brand, workspace = {} }: TemplateValues): string {
  const url = absoluteUrl(brand?.logo || workspace.logo_url, workspace.root_url)
  return url && url + brandLogoMark
}

function brandScope(values: TemplateValues) {
  const { brand = {}, workspace = {} } = values
  const color = brand.color || defaultBrandColor
  return {
    name: brand.name || (workspace.site_name ?? ''),
    logo: brandLogoUrl(values),
    color,
    contrast_color: readableOn(color),
    footer: brand.footer ?? '',
  }
}

const personScope = ({ first_name = '', last_name = '', email }: TemplatePerson) => ({
  first_name,
  last_name,
  full_name: `${first_name} ${last_name}`.trim(),
  email: email ?? '',
})

const agentScope = ({ signature = '', ...rest }: TemplatePerson & { signature?: string }) => ({
  ...personScope(rest),
  signature,
})

// Their legacy spelling uses capitals.
const pascalCaseExceptions: Record<string, string> = {
  uuid: 'UUID',
  sla: 'SLA',
  csat: 'CSAT',
  root_url: 'RootURL',
  logo_url: 'LogoURL',
  favicon_url: 'FaviconURL',
}

const withPascalCaseAliases = (scope: TemplateScope): TemplateScope =>
  Object.fromEntries(
    Object.entries(scope).flatMap(([name, value]) => {
      const aliased =
        typeof value === 'string'
          ? value
          : Array.isArray(value)
            ? value.map(withPascalCaseAliases)
            : withPascalCaseAliases(value)
      return [
        [name, aliased],
        [
          pascalCaseExceptions[name] ??
            name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
          aliased,
        ],
      ]
    }),
  )

/**
 * The options of every Liquid engine in Parley: values are HTML-escaped, an unknown filter is an error, and rendering stops at a limit (in
 * characters, milliseconds and list entries).
 */
export const liquidOptions = {
  outputEscape: 'escape',
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: 100_000,
  renderLimit: 100,
  memoryLimit: 100_000,
} as const

/** The tags that templates can use. None of them reads files or outputs unescaped text. */
export const liquidTags: ReadonlySet<string> = new Set([
  'assign',
  'capture',
  'if',
  'unless',
  'case',
  'for',
  'break',
  'continue',
  'comment',
  'raw',
  '#',
])

/** Filters that would bypass escaping. */
export const unsafeLiquidFilters = ['raw'] as const

const htmlEntities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '\u00a0': ' ',
  '&amp;': '&',
}

/** Restores the Liquid source in an HTML text: editors encode `>` in `{% if a > b %}` as an entity, and older macros prefix names with a dot. */
export const normaliseLiquid = (html: string): string =>
  html.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, (tag) =>
    tag
      .replace(/&(?:lt|gt|quot|#39|nbsp|amp);|\u00a0/g, (entity) => htmlEntities[entity] ?? entity)
      .replace(/^(\{\{-?\s*)\.(?=\w)/, '$1'),
  )
