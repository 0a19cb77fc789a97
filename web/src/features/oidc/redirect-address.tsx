import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/browser/copy-text.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Input } from '../../ui/inputs/input.tsx'

/** To copy into the provider's settings. */
export function RedirectAddress({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <Field label={t('sso.redirect_uri.label')}>
      <Input
        readOnly
        dir="ltr"
        value={address}
        onFocus={(event) => event.target.select()}
        className="pr-0.5"
        end={
          <IconButton
            label={t('sso.redirect_uri.copy')}
            onClick={() => copyText(address, t('sso.redirect_uri.copied'), t)}
          >
            <Copy size={14} aria-hidden />
          </IconButton>
        }
      />
    </Field>
  )
}
