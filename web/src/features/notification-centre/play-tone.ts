/** Two short sine tones, a fifth apart. */
const tones = [
  { at: 0, frequency: 587 },
  { at: 0.12, frequency: 880 },
]
const TONE_SECONDS = 0.22
const VOLUME = 0.12

let context: AudioContext | undefined

/** Silent if the browser doesn't allow sound before the first click. */
export function playTone() {
  context ??= new AudioContext()
  void context.resume()
  for (const { at, frequency } of tones) {
    const start = context.currentTime + at
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + TONE_SECONDS)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + TONE_SECONDS)
  }
}
