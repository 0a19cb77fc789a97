import type { GeneralSettings } from '@parley/contract/settings/settings'
import type { TemplatePerson, TemplateValues } from '@parley/contract/templates/template-variables'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { supportedTimeZone } from '../../time-zone.ts'

export type ConversationValues = {
  conversation: NonNullable<TemplateValues['conversation']>
  contact: TemplatePerson
} & InboxValues

type InboxValues = Required<Pick<TemplateValues, 'inbox' | 'brand'>>

export type BrandColumns = Pick<
  Selectable<DB['inboxes']>,
  'name' | 'address' | 'brand_name' | 'brand_logo_url' | 'brand_color' | 'brand_footer'
>

/** Template variables of an inbox. */
export const inboxValues = (inbox: BrandColumns): InboxValues => ({
  inbox: { name: inbox.name, email: inbox.address },
  brand: {
    name: inbox.brand_name,
    logo: inbox.brand_logo_url,
    color: inbox.brand_color,
    footer: inbox.brand_footer,
  },
})

/** Template variables of a conversation and its inbox. */
export async function readConversationValues(db: Db, id: number): Promise<ConversationValues> {
  const row = await db
    .selectFrom('conversations as c')
    .innerJoin('contacts as k', 'k.id', 'c.contact_id')
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .leftJoin('priorities as p', 'p.id', 'c.priority_id')
    .select(['c.reference_number', 'c.subject', 'c.uuid', 'p.name as priority'])
    .select(['k.first_name', 'k.last_name', 'k.email'])
    .select(['i.name', 'i.address', 'i.brand_name', 'i.brand_logo_url', 'i.brand_color', 'i.brand_footer'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  const { first_name, last_name, email, reference_number, subject, uuid, priority } = row
  return {
    conversation: { reference_number, subject, uuid, ...(priority !== null && { priority }) },
    contact: { first_name, last_name, email },
    ...inboxValues(row),
  }
}

/** Template variables of the workspace, and today's date in its time zone. */
export const workspaceValues = (
  settings: GeneralSettings,
  now: Date,
): Pick<TemplateValues, 'workspace' | 'date'> => {
  const root_url = settings['app.root_url']
  const absolute = (url: string) => (url.startsWith('/') ? `${root_url}${url}` : url)
  return {
    workspace: {
      site_name: settings['app.site_name'],
      root_url,
      logo_url: absolute(settings['app.logo_url']),
      favicon_url: absolute(settings['app.favicon_url'] ?? ''),
    },
    date: new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeZone: supportedTimeZone(settings['app.timezone']),
    }).format(now),
  }
}
