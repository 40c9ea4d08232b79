import 'reflect-metadata'
import { createHash } from 'node:crypto'
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm'
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
  type Repository,
} from 'typeorm'
import { announce, envelope } from '../answers.mjs'

@Entity('api_tokens')
class ApiToken {
  @PrimaryColumn('integer') id: number
  @Column('text', { unique: true }) hash: string
  @Column('integer', { name: 'expires_at' }) expiresAt: number
}

@Entity('networks')
class Network {
  @PrimaryColumn('integer') id: number
  @Column('text') name: string
  @Column('text') icon: string
}

@Entity('custodians')
class Custodian {
  @PrimaryColumn('integer') id: number
  @Column('integer', { name: 'tenant_id' }) tenantId: number
  @Column('text') name: string
  @Column('text') provider: string
  @OneToMany(
    () => Wallet,
    (wallet) => wallet.custodian,
  )
  wallets: Relation<Wallet[]>
}

@Entity('wallets')
class Wallet {
  @PrimaryColumn('integer') id: number
  @Column('integer', { name: 'tenant_id' }) tenantId: number
  @Column('integer', { name: 'network_id' }) networkId: number
  @Column('text') address: string
  @Column('text', { name: 'metadata_json' }) metadataJson: string
  @Column('boolean', { name: 'is_visible' }) isVisible: boolean
  @Column('boolean', { name: 'is_active' }) isActive: boolean
  @Column('boolean', { name: 'is_treasury_enabled' }) isTreasuryEnabled: boolean
  @Column('boolean', { name: 'is_gas_station_enabled' }) isGasStationEnabled: boolean
  @ManyToOne(
    () => Custodian,
    (custodian) => custodian.wallets,
  )
  @JoinColumn({ name: 'custodian_id' })
  custodian: Relation<Custodian>
  @ManyToOne(() => Network)
  @JoinColumn({ name: 'network_id' })
  network: Relation<Network>
}

@Entity('tokens')
class Token {
  @PrimaryColumn('integer') id: number
  @Column('text') symbol: string
  @ManyToOne(() => Network)
  @JoinColumn({ name: 'network_id' })
  network: Relation<Network>
  @OneToOne(
    () => ReserveTotal,
    (total) => total.token,
  )
  total: Relation<ReserveTotal>
}

@Entity('reserve_totals')
class ReserveTotal {
  @PrimaryColumn('integer', { name: 'token_id' }) tokenId: number
  @Column('real') amount: number
  @Column('integer', { name: 'transaction_count' }) transactionCount: number
  @Column('integer', { name: 'last_at' }) lastAt: number
  @OneToOne(
    () => Token,
    (token) => token.total,
  )
  @JoinColumn({ name: 'token_id' })
  token: Relation<Token>
}

@Injectable()
class TokenGuard implements CanActivate {
  constructor(@InjectRepository(ApiToken) private readonly tokens: Repository<ApiToken>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const [scheme, token = ''] = (context.switchToHttp().getRequest().headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer') throw new UnauthorizedException()
    const hash = createHash('sha256').update(token).digest('hex')
    const found = await this.tokens.findOneBy({ hash })
    if (!found || found.expiresAt <= Date.now()) throw new UnauthorizedException()
    return true
  }
}

@Injectable()
class CustodyService {
  constructor(
    @InjectRepository(Custodian) private readonly custodians: Repository<Custodian>,
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
  ) {}

  async listing(tenantId: number, id: number) {
    const custodian = await this.custodians.findOne({
      where: { id, tenantId, wallets: { isActive: true } },
      relations: { wallets: { network: true } },
      order: { wallets: { id: 'ASC' } },
    })
    if (!custodian) throw new NotFoundException()
    return {
      custodianId: custodian.id,
      custodianName: custodian.name,
      custodianProvider: custodian.provider,
      wallets: custodian.wallets.map((wallet) => ({
        walletTenantId: wallet.tenantId,
        walletId: wallet.id,
        metadataJson: wallet.metadataJson,
        blockchainId: wallet.networkId,
        network: wallet.network.name,
        networkIcon: wallet.network.icon,
        address: wallet.address,
        isVisible: wallet.isVisible,
        isActive: wallet.isActive,
        isTreasuryEnabled: wallet.isTreasuryEnabled,
        isGasStationEnabled: wallet.isGasStationEnabled,
      })),
    }
  }

  async reserves() {
    const found = await this.tokens.find({
      relations: { total: true, network: true },
      order: { symbol: 'ASC', network: { name: 'ASC' } },
    })
    return found.map(({ symbol, network, total }) => ({
      tokenSymbol: symbol,
      reserveAmount: total.amount,
      transactionCount: total.transactionCount,
      lastTransactionDate: new Date(total.lastAt).toISOString(),
      blockchain: network.name,
    }))
  }
}

@Controller()
@UseGuards(TokenGuard)
class CustodyController {
  constructor(private readonly custody: CustodyService) {}

  @Get('tenant/:tenantId/custodians/:custodianId/wallets')
  async listing(
    @Param('tenantId', ParseIntPipe) tenantId: number,
    @Param('custodianId', ParseIntPipe) custodianId: number,
  ) {
    return envelope(await this.custody.listing(tenantId, custodianId))
  }

  @Get('platform/admin/reports/reserves')
  async reserves() {
    return envelope(await this.custody.reserves())
  }
}

const entities = [ApiToken, Network, Custodian, Wallet, Token, ReserveTotal]

@Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'better-sqlite3', database: process.argv[2] ?? '', entities }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [CustodyController],
  providers: [CustodyService, TokenGuard],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] })
announce(app.getHttpServer())
await app.listen(0, '127.0.0.1')
