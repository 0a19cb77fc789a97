import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { cropImage } from './crop-image.ts'

/** Pixels that an arrow key moves the picture by; with Shift a fifth of that. */
const KEYBOARD_STEP_PX = 5

/** Crops a picture to a square with mouse, touch or keyboard. Stays open until the picture is saved. */
export function CropDialog({
  src,
  busy,
  failure,
  onSave,
  onClose,
}: {
  src: string
  busy: boolean
  failure: string | undefined
  onSave: (picture: File) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  const save = async () => {
    if (!area || busy) return
    const picture = await cropImage(src, area).catch(() => null)
    if (picture) onSave(picture)
    else setUnreadable(true)
  }
  const problem = unreadable ? t('account.picture.unreadable') : failure
  return (
    <Dialog
      open
      size="sm"
      title={t('account.picture.crop')}
      description={t('account.picture.crop.text')}
      onOpenChange={(open) => !open && !busy && onClose()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={area === null || unreadable}
            onClick={() => void save()}
          >
            {t('account.picture.save')}
          </Button>
        </>
      }
    >
      <div className="relative h-64 overflow-hidden rounded-md bg-surface-sunk">
        <Cropper
          image={src}
          aspect={1}
          cropShape="round"
          showGrid={false}
          crop={crop}
          zoom={zoom}
          keyboardStep={KEYBOARD_STEP_PX}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
          cropperProps={{ role: 'group', 'aria-label': t('account.picture.crop.area') }}
          mediaProps={{ onError: () => setUnreadable(true), alt: '' }}
        />
      </div>
      <label className="mt-4 flex items-center gap-3">
        {t('account.picture.zoom')}
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          // A custom track: browsers draw a white one in dark mode.
          className="h-6 flex-1 cursor-pointer appearance-none rounded-full bg-line-strong bg-clip-content py-2.5 [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent"
        />
      </label>
      {problem && (
        <p role="alert" className="mt-3 text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
