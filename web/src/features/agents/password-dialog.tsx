import type { Agent } from '@parley/contract/agents/agent'
import { passwordRefusal, updateAgent } from '@parley/contract/agents/agents'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { fullName } from '../../format/names.ts'
import { TextField } from '../../forms/fields/fields.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'

const PasswordForm = z.object({
  new_password: z
    .string()
    .min(1)
    .refine((password) => passwordRefusal(password) === null, {
      error: ({ input }) => passwordRefusal(String(input)) ?? undefined,
    }),
})

/** For agents without access to their email; others reset their own password. */
export function PasswordDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: PasswordForm,
    values: { new_password: '' },
    draftKey: `agents/${agent.id}/password`,
    secretFields: ['new_password'],
    invalidateKey: queryKeys.agents,
    successMessage: t('agents.password.saved'),
    save: (body) => call(updateAgent, { params: { id: String(agent.id) }, body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('agents.password.title', { name: fullName(agent) })}
      description={t('agents.password.lead')}
      submitLabel={t('agents.password.set')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="new_password"
        type="password"
        autoComplete="new-password"
        autoFocus
        label={t('agents.password.new')}
        help={t('agents.password.rule')}
      />
    </FormDialog>
  )
}
