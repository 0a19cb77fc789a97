/** What templates can name (api-contract 8.4). What is not known yet is left out, and comes out empty. */
export type TemplateValues = {
  conversation?: {
    reference_number?: string
    subject?: string | null
    priority?: string | null
    uuid?: string
  }
  contact?: TemplatePerson
  /** Whom the message goes to, when that is not the contact. */
  recipient?: TemplatePerson
  author?: TemplatePerson & { signature?: string }
  workspace?: { site_name?: string; root_url?: string; logo_url?: string; favicon_url?: string }
  /** Of notices about deadlines. */
  sla?: { metric?: string; due_in?: string; overdue_by?: string }
  /** Of a survey that was answered: "yes" or nothing for a comment. */
  csat?: { rating?: string; has_comment?: string }
  /** Of mails about several: the first of them, how many there are, and how many more than are listed ("" for none). */
  conversations?: ListedConversation[]
  count?: string
  more?: string
  /** Of the daily digest. Lists hold the first of what the count beside them says. */
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
  /** Of notices about how somebody signs in: what changed, as a sentence without its full stop. */
  change?: string
  /** Where a notification leads, and for how long when it does not for ever. */
  link?: string
  /** The button of a mail whose link lets somebody in; empty in others. */
  button?: string
  valid_for?: string
  /** Today, as it is to be read. */
  date?: string
}
export type TemplatePerson = { first_name?: string; last_name?: string; email?: string | null }

/** A conversation in a list: how long the contact waits and when it is due are worded, and empty where that is not so. */
export type ListedConversation = {
  reference_number: string
  subject: string
  contact: string
  link: string
  waiting: string
  due: string
}

type TemplateScope = { [name: string]: string | TemplateScope | TemplateScope[] }

/** The variables of a Liquid template in both spellings: `{{ Contact.FirstName }}` and `{{ contact.first_name }}` (product-decisions 22). */
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
    change: values.change ?? '',
    link: values.link ?? '',
    button: values.button ?? '',
    valid_for: values.valid_for ?? '',
    date: values.date ?? '',
  })
}

// A customer's mail program knows no paths of ours.
const absoluteUrl = (address = '', root_url = '') =>
  address.startsWith('/') ? `${root_url}${address}` : address

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

// Written as one word of capitals elsewhere.
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
 * How every Liquid engine of the product is set up: values are escaped as HTML, an unknown filter is an error, and a template that would
 * take long or grow large stops (limits in characters, milliseconds and list entries).
 */
export const liquidOptions = {
  outputEscape: 'escape',
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: 100_000,
  renderLimit: 100,
  memoryLimit: 100_000,
} as const

/** The tags that templates may use. None of them reads files, and none writes a text that was not escaped. */
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

/** Filters that would undo the escaping. */
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

/** The Liquid source of an HTML text: editors write `>` in `{% if a > b %}` as an entity, and older macros begin names with a dot. */
export const normaliseLiquid = (html: string): string =>
  html.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, (tag) =>
    tag
      .replace(/&(?:lt|gt|quot|#39|nbsp|amp);|\u00a0/g, (entity) => htmlEntities[entity] ?? entity)
      .replace(/^(\{\{-?\s*)\.(?=\w)/, '$1'),
  )
