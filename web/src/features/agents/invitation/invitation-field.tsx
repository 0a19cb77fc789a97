import { getInvitationMeans } from '@parley/contract/agents/agents'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { type FieldProps, SwitchField, useFieldValue } from '../../../forms/fields/fields.tsx'

/** Whether a new agent is sent an invitation, with help for each choice. */
export function InvitationField<Values extends FieldValues>({
  form,
  name,
  onHelp,
  offHelp,
}: Pick<FieldProps<Values>, 'form' | 'name'> & { onHelp: string; offHelp: string }) {
  const { t } = useTranslation()
  const invited = useFieldValue(form, name)
  return (
    <>
      <SwitchField form={form} name={name} label={t('agents.invite')} help={invited ? onHelp : offHelp} />
      {invited && <NoMailServerNotice />}
    </>
  )
}

/** Shown where an invitation could not be sent yet. */
export function NoMailServerNotice() {
  const { t } = useTranslation()
  const delivery = useQuery({
    queryKey: [...queryKeys.agents, 'invitation'],
    queryFn: ({ signal }) => call(getInvitationMeans, { signal }),
  }).data
  if (delivery?.can_mail !== false) return null
  return (
    <p role="status" className="mt-4 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3">
      {t('agents.invite.no_server')}
    </p>
  )
}
