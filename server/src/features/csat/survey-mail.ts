import type { GeneralSettings } from '@parley/contract/settings/settings'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { surveyTemplate } from '@parley/contract/templates/templates'
import { UnsendableMailError } from '@parley/mail/compose/header-values'
import type { Db } from '../../db/pool.ts'
import { BrokenTemplate, renderTemplate } from '../../liquid.ts'
import {
  type BrandColumns,
  inboxValues,
  readConversationValues,
  workspaceValues,
} from '../templates/template-values.ts'

/**
 * The email that the customer gets in place of the text that agents see: subject and body from the template, with a personal link.
 * @throws UnsendableMail when the survey is gone or its template is invalid
 */
export async function renderSurveyMail(
  db: Db,
  { id, conversation_id }: { id: number; conversation_id: number },
  { inbox, settings, now }: { inbox: BrandColumns; settings: GeneralSettings; now: Date },
): Promise<{ html: string; subject: string }> {
  const [survey, template, facts] = await Promise.all([
    db.selectFrom('csat_surveys').select('uuid').where('message_id', '=', id).executeTakeFirst(),
    db
      .selectFrom('templates')
      .select(['subject', 'body'])
      .where('is_builtin', '=', true)
      .where('name', '=', surveyTemplate)
      .executeTakeFirstOrThrow(),
    readConversationValues(db, conversation_id),
  ])
  if (!survey) throw new UnsendableMailError('The survey in this email no longer exists')
  const values: TemplateValues = {
    ...facts,
    ...inboxValues(inbox),
    ...workspaceValues(settings, now),
    recipient: facts.contact,
    link: `${settings['app.root_url']}/csat/${survey.uuid}`,
  }
  try {
    return {
      html: await renderTemplate(template.body, values),
      subject: await renderTemplate(template.subject ?? '', values, 'text'),
    }
  } catch (error) {
    if (!(error instanceof BrokenTemplate) || error.transient) throw error
    throw new UnsendableMailError(
      `The template "${surveyTemplate}" has an error. ${error.message}. An administrator can fix it; then send it again`,
    )
  }
}
