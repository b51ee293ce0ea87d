/**
 * The structs of the SOAP interface (spec: Resources > Legacy SOAP types). Both the WSDL and the answers are
 * generated from them, so that they name the same members with the same types.
 */

type ScalarType = 'xsd:string' | 'xsd:float' | 'xsd:integer' | 'xsd:boolean' | 'xsd:base64Binary';
type MemberType = ScalarType | 'SOAP-ENC:Array' | 'tns:MaterialArray';

export type Members = Readonly<Record<string, MemberType>>;

type ValueOf<T extends MemberType> = T extends 'xsd:string' | 'xsd:base64Binary'
  ? string
  : T extends 'xsd:boolean'
    ? boolean
    : T extends 'xsd:float' | 'xsd:integer'
      ? number
      : readonly string[];

/** A value for every member; an array's value is its items, already written. */
export type Values<M extends Members> = { readonly [Name in keyof M]: ValueOf<M[Name]> };

const text = 'xsd:string';
const float = 'xsd:float';
const integer = 'xsd:integer';
const boolean = 'xsd:boolean';

/** The fields that a client sends to create a model. */
export const submittedModel = {
  desc: text,
  file: 'xsd:base64Binary',
  filename: text,
  file_uri: text,
  template_id: integer,
  title: text,
  view_state: text,
  tags: text,
  has_color: boolean,
  modeltype: text,
  scale: float,
  markup: float,
  availability: integer,
  materials: 'SOAP-ENC:Array',
} as const satisfies Members;

export const modelPrice = {
  price: float,
  includes_tax: boolean,
  includes_shipping: boolean,
  currency: text,
} as const satisfies Members;

export const printer = {
  title: text,
  volume: float,
  wallthickness: float,
  technology: text,
  x_bound_max: float,
  x_bound_min: float,
  y_bound_max: float,
  y_bound_min: float,
  z_bound_max: float,
  z_bound_min: float,
  materials: 'tns:MaterialArray',
} as const satisfies Members;

export const material = {
  id: integer,
  title: text,
  description: text,
  base_color: text,
  specular_color: text,
  shineness: integer,
  opacity: float,
  translucency: float,
  refractive_index: float,
  startup_cost: float,
} as const satisfies Members;
