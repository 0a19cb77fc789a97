import { deleteMyAvatar, updateMe } from '@parley/contract/account/me'
import type { Agent } from '@parley/contract/agents/agent'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { fileSize } from '../../../format/file-size.ts'
import { fullName, initials } from '../../../format/names.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { pictureRefusal, pictureTypes } from './picture-refusal.ts'

const CropDialog = lazyPart(() => import('./crop-dialog.tsx'), 'CropDialog')

export function PictureField({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const fileInput = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const [selectedUrl, setSelectedUrl] = useState<string | null>(null)
  const close = () => {
    if (selectedUrl) URL.revokeObjectURL(selectedUrl)
    setSelectedUrl(null)
    upload.reset()
  }
  const upload = useApiMutation(
    (file: File) => {
      const body = new FormData()
      body.append('files', file)
      return call(updateMe, { body })
    },
    {
      successMessage: t('account.picture.saved'),
      failure: 'inline',
      onSuccess: (saved) => {
        client.setQueryData(queryKeys.me, saved)
        close()
      },
    },
  )
  const remove = useApiMutation(() => call(deleteMyAvatar), {
    successMessage: t('account.picture.removed'),
    onSuccess: () => client.setQueryData<Agent>(queryKeys.me, (old) => old && { ...old, avatar_url: null }),
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    const key = pictureRefusal(file)
    setRefusal(key ? t(key, { size: fileSize(file.size) }) : undefined)
    if (!key) setSelectedUrl(URL.createObjectURL(file))
  }
  return (
    <div className="flex items-center gap-3">
      <Avatar name={fullName(me)} initials={initials(me)} src={me.avatar_url} size="lg" />
      <input
        ref={fileInput}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        onChange={(event) => {
          choose(event.target.files?.[0])
          // Allows choosing the same file again after an error.
          event.target.value = ''
        }}
      />
      <Button onClick={() => fileInput.current?.click()}>{t('account.picture.upload')}</Button>
      {me.avatar_url && (
        <Button variant="ghost" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('account.picture.remove')}
        </Button>
      )}
      {selectedUrl && (
        <Suspense>
          <CropDialog
            src={selectedUrl}
            busy={upload.isPending}
            failure={upload.error?.message}
            onSave={(picture) => upload.mutate(picture)}
            onClose={close}
          />
        </Suspense>
      )}
      {refusal && (
        <p role="alert" className="text-bad">
          {refusal}
        </p>
      )}
    </div>
  )
}
