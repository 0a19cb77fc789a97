import type { Agent } from '@parley/contract/agents/agent'
import { deleteApiKey } from '@parley/contract/agents/agents'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../../admin/delete-dialog.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { PageSection } from '../../../ui/layout/page.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ApiKeyDialog, type CreatedKey } from './api-key-dialog.tsx'

/** The API key with which programs act as this agent. There is one at a time; its secret is shown only when it is created. */
export function ApiKeySection({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const params = { id: String(agent.id) }
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null)
  const [dialog, setDialog] = useState<'make' | 'revoke' | null>(null)
  return (
    <PageSection title={t('agents.key')} help={t('agents.key.help')}>
      {agent.api_key ? (
        <>
          <CopyableValue label={t('agents.key.key')} text={agent.api_key} />
          <p className="mt-1 text-xs text-ink-3">
            <KeyScope agent={agent} />
            {' · '}
            {agent.api_key_last_used_at ? (
              <>
                {t('agents.key.used')} <RelativeTime at={agent.api_key_last_used_at} />
              </>
            ) : (
              t('agents.key.never_used')
            )}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => setDialog('make')}>{t('agents.key.replace')}</Button>
            <Button onClick={() => setDialog('revoke')}>{t('agents.key.revoke')}</Button>
          </div>
        </>
      ) : (
        <Button onClick={() => setDialog('make')}>{t('agents.key.make')}</Button>
      )}
      {createdKey && <CreatedKeyDialog made={createdKey} onClose={() => setCreatedKey(null)} />}
      {dialog === 'make' && (
        <ApiKeyDialog agent={agent} onCreated={setCreatedKey} onClose={() => setDialog(null)} />
      )}
      {dialog === 'revoke' && (
        <DeleteDialog
          title={t('agents.key.revoke.title')}
          confirmLabel={t('agents.key.revoke')}
          successMessage={t('agents.key.revoked')}
          invalidateKey={queryKeys.agents}
          onConfirm={() => call(deleteApiKey, { params })}
          onClose={() => setDialog(null)}
        >
          {t('agents.key.revoke.text')}
        </DeleteDialog>
      )}
    </PageSection>
  )
}

/** A summary of what the key can do. */
function KeyScope({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const limits = [
    agent.api_key_read_only && t('agents.key.reach.read'),
    agent.api_key_inbox_ids && t('agents.key.reach.some', { count: agent.api_key_inbox_ids.length }),
  ].filter(Boolean)
  return t('agents.key.reach', { what: limits.join(', ') || t('agents.key.reach.all') })
}

function CreatedKeyDialog({ made, onClose }: { made: CreatedKey; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('agents.key.made.title')}
      description={t('agents.key.made.text')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('agents.key.kept')}
        </Button>
      }
    >
      <div className="space-y-3">
        <CopyableValue label={t('agents.key.key')} text={made.api_key} />
        <CopyableValue label={t('agents.key.secret')} text={made.api_secret} />
        <CopyableValue
          label={t('agents.key.header')}
          text={`Authorization: token ${made.api_key}:${made.api_secret}`}
        />
      </div>
    </Dialog>
  )
}

function CopyableValue({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <div className="mb-1 font-medium">{label}</div>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 rounded-md bg-surface-sunk px-2.5 py-1.5 font-mono text-xs break-all">
          {text}
        </code>
        <IconButton
          label={t('agents.copy', { what: label })}
          onClick={() => copyText(text, t('agents.copied'), t)}
        >
          <Copy size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
