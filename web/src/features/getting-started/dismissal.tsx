import { dismissGettingStarted } from '@parley/contract/settings/getting-started'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { Button } from '../../ui/inputs/button.tsx'

export function DismissButton() {
  const { t } = useTranslation()
  const { busy, put } = useDismissal()
  return (
    <Button variant="ghost" loading={busy} onClick={() => put(true)}>
      {t('start.dismiss')}
    </Button>
  )
}

/** For steps that were hidden before the setup was complete. */
export function RestoreButton() {
  const { t } = useTranslation()
  const { busy, put } = useDismissal()
  return (
    <Button loading={busy} onClick={() => put(false)}>
      {t('start.bring_back')}
    </Button>
  )
}

function useDismissal() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const setDismissed = async (dismissed: boolean) => {
    setBusy(true)
    try {
      await call(dismissGettingStarted, { body: { dismissed } })
      await cache.invalidateQueries({ queryKey: queryKeys.gettingStarted })
      const undo = { label: t('start.dismissed.undo'), onClick: () => void setDismissed(false) }
      if (dismissed) toast.success(t('start.dismissed'), { action: undo })
    } catch (error) {
      showFailure(error, () => void setDismissed(dismissed))
    }
    setBusy(false)
  }
  return { busy, put: (dismissed: boolean) => void setDismissed(dismissed) }
}
