import {
  Body,
  Controller,
  Delete,
  Deprecated,
  FormField,
  Get,
  Header,
  Hidden,
  OperationId,
  Patch,
  Path,
  Post,
  Produces,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
  UploadedFile,
} from '@tsoa/runtime';

/** Somebody who may sign in */
export interface User {
  /** @isInt */
  id: number;
  /**
   * As it stands in letters
   * @minLength 1
   * @maxLength 80
   * @example "Ada"
   */
  name: string;
  /** @format email */
  mail: string;
  /** @pattern ^[a-z]{2}$ */
  country: string;
  role: Role;
  size: 'small' | 'large';
  nickname?: string;
  phone: string | null;
  /** @default 20 */
  pageSize?: number;
  born: Date;
  /**
   * @minItems 1
   * @uniqueItems
   */
  tags: string[];
  scores: Record<string, number>;
  address: Address;
  /** @deprecated */
  fax?: string;
}

export enum Role {
  Admin = 'admin',
  Guest = 'guest',
}

export interface Address {
  street: string;
}

export interface Page<T> {
  items: T[];
  /** @isInt @minimum 0 */
  total: number;
}

export interface Problem {
  title: string;
}

export type NewUser = Pick<User, 'name' | 'mail'>;
export type ChangeUser = Partial<NewUser>;

@Route('users')
@Tags('Users')
export class UsersController extends Controller {
  /**
   * All of them, a page at a time
   * @summary Lists users
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 100
   */
  @Get()
  @OperationId('listUsers')
  public async list(
    @Query() limit?: number,
    @Header('X-Request-Id') requestId?: string,
  ): Promise<Page<User>> {
    return { items: [], total: 0 };
  }

  /** @isInt id */
  @Get('{id}')
  @Response<Problem>(404, 'User not found')
  @Security('bearer')
  public async find(@Path() id: number): Promise<User> {
    throw new Error();
  }

  @Post()
  @SuccessResponse(201, 'Created')
  public async create(@Body() user: NewUser): Promise<User> {
    throw new Error();
  }

  /** @isInt id */
  @Patch('{id}')
  @Deprecated()
  @Security('oauth', ['write'])
  public async change(@Path() id: number, @Body() user: ChangeUser): Promise<void> {}

  /** @isInt id */
  @Delete('{id}')
  @Hidden()
  public async remove(@Path() id: number): Promise<void> {}

  /** @isInt id */
  @Put('{id}/photo')
  public async photo(
    @Path() id: number,
    @UploadedFile() photo: Express.Multer.File,
    @FormField() caption: string,
  ): Promise<void> {}

  @Get('export')
  @Produces('text/csv')
  public async export(): Promise<string> {
    return '';
  }
}
