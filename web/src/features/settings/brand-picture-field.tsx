import { uploadBrandPicture } from '@parley/contract/settings/settings-writes'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { PictureField } from '../../forms/fields/picture-field.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Logo } from '../../session/logo.tsx'
import type { GeneralFields } from './general-fields.ts'

/** The workspace's logo or favicon. */
export function BrandPictureField({
  use,
  ...props
}: {
  form: EntityForm<GeneralFields>
  use: 'logo' | 'favicon'
  label: string
  help: string
}) {
  const { t } = useTranslation()
  const upload = (file: File) => {
    const body = new FormData()
    body.append('use', use)
    body.append('files', file)
    return call(uploadBrandPicture, { body })
  }
  return (
    <PictureField
      {...props}
      name={`${use}_url`}
      upload={upload}
      fallback={<Logo />}
      noneText={t('general.picture.none')}
      isWide={use === 'logo'}
    />
  )
}
