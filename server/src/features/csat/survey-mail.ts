import type { GeneralSettings } from '@parley/contract/settings'
import type { TemplateValues } from '@parley/contract/template-variables'
import { surveyTemplate } from '@parley/contract/templates'
import { UnsendableMail } from '@parley/mail/compose-header'
import type { Db } from '../../db/pool.ts'
import { BrokenTemplate, fillTemplate } from '../../liquid.ts'
import { conversationFacts, workspaceFacts } from '../templates/values.ts'

/**
 * What the customer is sent in the place of the phrase that agents read: words and subject from the template, with their own link.
 * @throws UnsendableMail when the survey is gone or its template is broken
 */
export async function surveyMail(
  db: Db,
  { id, conversation_id }: { id: number; conversation_id: number },
  settings: GeneralSettings,
  now: Date,
): Promise<{ html: string; subject: string }> {
  const [survey, template, facts] = await Promise.all([
    db.selectFrom('csat_surveys').select('uuid').where('message_id', '=', id).executeTakeFirst(),
    db
      .selectFrom('templates')
      .select(['subject', 'body'])
      .where('is_builtin', '=', true)
      .where('name', '=', surveyTemplate)
      .executeTakeFirstOrThrow(),
    conversationFacts(db, conversation_id),
  ])
  if (!survey) throw new UnsendableMail('The survey that this mail asks about is gone')
  const values: TemplateValues = {
    ...facts,
    ...workspaceFacts(settings, now),
    recipient: facts.contact,
    link: `${settings['app.root_url']}/csat/${survey.uuid}`,
  }
  try {
    return {
      html: await fillTemplate(template.body, values),
      subject: await fillTemplate(template.subject ?? '', values, 'text'),
    }
  } catch (error) {
    if (!(error instanceof BrokenTemplate) || error.passing) throw error
    throw new UnsendableMail(
      `The template "${surveyTemplate}" cannot be filled in. ${error.message}. An administrator can correct it; then send it again`,
    )
  }
}
