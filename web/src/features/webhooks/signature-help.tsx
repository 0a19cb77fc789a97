import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/browser/copy-text.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { verifySnippet } from './verify-snippet.ts'

/** For developers of the receiving system. */
export function SignatureHelp() {
  const { t } = useTranslation()
  return (
    <details className="rounded-lg border">
      <summary className="cursor-pointer px-3.5 py-2.5 font-medium">{t('webhooks.verify')}</summary>
      <div className="border-t px-3.5 py-3">
        <p className="text-ink-2">{t('webhooks.verify.text')}</p>
        <section
          aria-label={t('webhooks.verify')}
          // Scrollable, so it must be reachable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: axe requires it for scrollable regions
          tabIndex={0}
          className="mt-2.5 overflow-x-auto rounded-md bg-surface-sunk"
        >
          <pre className="p-3 font-mono text-xs">{verifySnippet}</pre>
        </section>
        <Button className="mt-2.5" onClick={() => copyText(verifySnippet, t('webhooks.verify.copied'), t)}>
          <Copy size={14} aria-hidden />
          {t('webhooks.verify.copy')}
        </Button>
      </div>
    </details>
  )
}
