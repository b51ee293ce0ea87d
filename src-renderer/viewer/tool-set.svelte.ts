/**
 * The tools of one view. A click can mean only one of them, so turning one on turns the others off; a section
 * stays.
 */
import { type HandleKind, Handles } from './handles.svelte.ts';
import { Laying, Measuring, Section } from './tools.svelte.ts';

export class ToolSet {
  readonly section = new Section();
  readonly measuring = new Measuring();
  readonly laying = new Laying();
  readonly handles = new Handles();

  get isOn(): boolean {
    return this.section.isOn || this.measuring.isOn || this.laying.isOn || this.handles.kind !== null;
  }
  /** Whether the next click on the part is for a tool, and selects nothing. */
  get takesPoint(): boolean {
    return this.measuring.isOn || this.laying.isOn || this.section.isPicking;
  }

  toggleSection(): void {
    this.section.isOn = !this.section.isOn;
  }
  toggleMeasuring(): void {
    this.measuring.isOn = !this.measuring.isOn;
    this.laying.isOn = false;
    this.handles.kind = null;
  }
  toggleLaying(): void {
    this.laying.isOn = !this.laying.isOn;
    this.measuring.isOn = false;
    this.handles.kind = null;
  }
  toggleHandles(kind: HandleKind): void {
    this.handles.kind = this.handles.kind === kind ? null : kind;
    this.measuring.isOn = this.laying.isOn = false;
  }

  /** Puts the innermost one away; false: none was on. */
  leave(): boolean {
    if (!this.isOn) return false;
    if (this.section.isPicking) this.section.isPicking = false;
    else if (this.laying.isOn) this.laying.isOn = false;
    else if (this.measuring.isOn) this.measuring.isOn = false;
    else if (this.handles.kind) this.handles.kind = null;
    else this.section.isOn = false;
    return true;
  }
}
