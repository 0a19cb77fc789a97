import { Copy, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** Shown once. Only its buttons close it: a click outside would lose the codes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      size="sm"
      closeOnlyByButton
      onOpenChange={(open) => !open && onClose()}
      title={t('account.recovery.title')}
      description={t('account.recovery.text')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('account.recovery.kept')}
        </Button>
      }
    >
      <ul
        aria-label={t('account.recovery.title')}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-surface-sunk px-4 py-3 font-mono text-xs md:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex gap-2">
        <Button size="sm" onClick={() => copyText(text, t('account.recovery.copied'), t)}>
          <Copy size={14} aria-hidden />
          {t('account.copy')}
        </Button>
        <Button size="sm" onClick={() => download(text)}>
          <Download size={14} aria-hidden />
          {t('account.recovery.download')}
        </Button>
      </div>
    </Dialog>
  )
}

function download(text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'parley-recovery-codes.txt'
  link.click()
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
