import { only } from './only.ts'

/** An image as main made it: its bytes, and how the system is to take them. */
class NativeImage {
  readonly png: Buffer
  readonly scaleFactor: number
  isTemplate = false

  constructor(png: Buffer, scaleFactor: number) {
    this.png = png
    this.scaleFactor = scaleFactor
  }

  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate
  }
}

export type { NativeImage }

const signature = '89504e470d0a1a0a'

export const nativeImage = {
  createFromBuffer(png: Buffer, { scaleFactor = 1 }: { readonly scaleFactor?: number } = {}) {
    // Electron answers an empty image for what it cannot read, and the icon would be invisible.
    if (png.subarray(0, 8).toString('hex') !== signature) throw new Error('The stand-in host takes PNG files only.')
    return only('NativeImage', new NativeImage(png, scaleFactor))
  },
}
