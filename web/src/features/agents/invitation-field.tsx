import { getInvitationMeans } from '@parley/contract/agents'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, SwitchField, useValue } from '../../admin/fields.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'

/** Whether somebody new is mailed a link, with what each choice comes to. */
export function InvitationField<Values extends FieldValues>({
  of,
  name,
  on,
  off,
}: Pick<FieldProps<Values>, 'of' | 'name'> & { on: string; off: string }) {
  const { t } = useTranslation()
  const invited = useValue(of, name)
  return (
    <>
      <SwitchField of={of} name={name} label={t('agents.invite')} help={invited ? on : off} />
      {invited && <NoMailServer />}
    </>
  )
}

/** Said where an invitation would wait. */
export function NoMailServer() {
  const { t } = useTranslation()
  const means = useQuery({
    queryKey: [...keys.agents, 'invitation'],
    queryFn: ({ signal }) => call(getInvitationMeans, { signal }),
  }).data
  if (means?.can_mail !== false) return null
  return (
    <p role="status" className="mt-4 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3">
      {t('agents.invite.no_server')}
    </p>
  )
}
